import { Button } from '@fluentui/react-components';
import { useText } from '../text.ts';

export function CloseButton({ onClick }: { onClick(): void }) {
  const text = useText();
  return (
    <Button size="large" onClick={onClick}>
      {text('dialog.close')}
    </Button>
  );
}
