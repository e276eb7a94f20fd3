import { Link } from '@fluentui/react-components';
import { CompassNorthwestRegular } from '@fluentui/react-icons';
import { useText } from '../text.ts';
import { Empty } from './states.tsx';

export function NotFound() {
  const text = useText();
  return (
    <div style={{ textAlign: 'center' }}>
      <Empty isPage icon={<CompassNorthwestRegular />} title={text('notFound.title')}>
        {text('notFound.text')}
      </Empty>
      <Link href="#/notifications">{text('notFound.back')}</Link>
    </div>
  );
}
