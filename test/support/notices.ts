import type { Notice } from '../../contract/messages.ts';

/** A notice with two actions. */
export const aNotice = (label = 'Start it', more: Partial<Notice> = {}): Notice => ({
  kind: 'notice',
  title: 'Fetch the post',
  text: 'It waits for you.',
  webUrl: 'https://handback.test/#/errands/1',
  about: {
    subjectId: 'errand-1',
    version: 1,
    isOver: false,
    actions: [
      { id: 'start', label, style: 'primary' },
      { id: 'decline', label: 'Not me', style: 'danger' },
      { id: 'later', label: 'Later' },
    ],
  },
  ...more,
});
