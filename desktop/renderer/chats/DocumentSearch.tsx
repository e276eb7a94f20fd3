import { Button } from '@fluentui/react-components';
import { DocumentSearchRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useFeatures } from '../api/features.ts';
import { useText } from '../text.ts';
import { linkTo } from './documentLink.ts';
import { SearchDialog } from './SearchDialog.tsx';

/** The document search beside the message field. @param onChoose receives a link in message format */
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
