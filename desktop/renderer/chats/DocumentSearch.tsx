import { Button } from '@fluentui/react-components';
import { DocumentSearchRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useFeatures } from '../api/features.ts';
import { useText } from '../text.ts';
import { linkTo } from './documentLink.ts';
import { SearchDialog } from './SearchDialog.tsx';

/** The way to the documents that there are, beside where a message is written. @param onChoose given a link, as messages hold one */
export function DocumentSearch({ onChoose }: { onChoose(link: string): void }) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  if (!useFeatures().search) return null;
  return (
    <>
      <Button
        appearance="subtle"
        size="large"
        icon={<DocumentSearchRegular />}
        aria-label={text('search.title')}
        title={text('search.title')}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <SearchDialog
          onClose={() => setOpen(false)}
          onChoose={(hit) => {
            setOpen(false);
            onChoose(linkTo(hit));
          }}
        />
      )}
    </>
  );
}
