import type { Text } from '../text.ts';

export const TEMPLATES = ['question', 'approval', 'manager', 'form', 'two', 'empty'] as const;
export type Template = (typeof TEMPLATES)[number];

interface Made {
  id: string;
  name: string;
  nodes: { id: string; type: string; name: string; config: Record<string, unknown> }[];
  edges: { from: string; to: string; when?: string; on?: string }[];
}

/**
 * A template definition in the author's language; each can be saved and run unchanged. @param mail the author's own
 * address
 */
export function definitionFrom(template: Template, mail: string, text: Text): Made {
  return { id: IDS[template], name: text(`template.name.${template}`), ...MAKERS[template](mail, text) };
}

const IDS: Record<Template, string> = {
  question: 'my-flow',
  approval: 'approval',
  manager: 'ask-my-manager',
  form: 'form',
  two: 'two-signatures',
  empty: 'my-flow',
};

type Parts = Pick<Made, 'nodes' | 'edges'>;

const start = (text: Text, config: Record<string, unknown> = {}) => ({
  id: 'start',
  type: 'start',
  name: text('template.say.start'),
  config,
});
const end = (text: Text, config: Record<string, unknown> = {}) => ({
  id: 'end',
  type: 'end',
  name: text('template.say.done'),
  config,
});
const topic = (text: Text) => ({
  variables: [{ name: 'topic', type: 'text', label: text('template.say.what'), required: true }],
});
const said = (id: string, name: string, words: string) => ({ id, type: 'message', name, config: { text: words } });
const row = (...ids: string[]) => ids.slice(1).map((to, n) => ({ from: ids[n]!, to }));

const MAKERS: Record<Template, (mail: string, text: Text) => Parts> = {
  question: (mail, text) => ({
    nodes: [
      start(text),
      {
        id: 'ask',
        type: 'human',
        name: text('template.say.somebody'),
        config: { inputType: 'approval', prompt: text('template.say.goOn'), assignees: { users: [mail] } },
      },
      end(text),
    ],
    edges: row('start', 'ask', 'end'),
  }),

  empty: (_mail, text) => ({ nodes: [start(text), end(text)], edges: row('start', 'end') }),

  approval: (mail, text) => ({
    nodes: [
      start(text, topic(text)),
      {
        id: 'approve',
        type: 'human',
        name: text('template.say.approve'),
        config: {
          inputType: 'approval',
          prompt: text('template.say.prompt', { topic: '{{ topic }}' }),
          assignees: { users: [mail] },
        },
      },
      said('tellApproved', text('template.say.approved'), text('template.say.yes')),
      said('tellRejected', text('template.say.rejected'), text('template.say.no')),
      end(text, { output: 'approve.value' }),
    ],
    edges: [
      { from: 'start', to: 'approve' },
      { from: 'approve', to: 'tellApproved', when: 'approve.value = "approved"' },
      { from: 'approve', to: 'tellRejected' },
      { from: 'tellApproved', to: 'end' },
      { from: 'tellRejected', to: 'end' },
    ],
  }),

  manager: (_mail, text) => ({
    nodes: [
      start(text, topic(text)),
      { id: 'manager', type: 'directory_get_manager', name: text('template.say.find'), config: {} },
      {
        id: 'ask',
        type: 'human',
        name: text('template.say.ask'),
        config: {
          inputType: 'approval',
          prompt: text('template.say.prompt', { topic: '{{ topic }}' }),
          assignees: { variable: 'manager' },
          timeout: 'P2D',
        },
      },
      said('tellLate', text('template.say.late'), text('template.say.silence')),
      end(text, { output: 'ask.value' }),
    ],
    edges: [
      ...row('start', 'manager', 'ask', 'end'),
      { from: 'ask', to: 'tellLate', on: 'timeout' },
      { from: 'tellLate', to: 'end' },
    ],
  }),

  form: (mail, text) => ({
    nodes: [
      start(text),
      {
        id: 'fill',
        type: 'human',
        name: text('template.say.fill'),
        config: {
          inputType: 'form',
          prompt: text('template.say.please'),
          assignees: { users: [mail] },
          variables: [
            { name: 'name', type: 'text', label: text('template.say.name'), required: true },
            { name: 'comment', type: 'textarea', label: text('template.say.comment') },
          ],
        },
      },
      end(text, { output: 'fill.values' }),
    ],
    edges: row('start', 'fill', 'end'),
  }),

  two: (mail, text) => {
    const ask = (id: string, name: string) => ({
      id,
      type: 'human',
      name,
      config: {
        inputType: 'approval',
        prompt: text('template.say.prompt', { topic: '{{ topic }}' }),
        assignees: { users: [mail] },
      },
    });
    return {
      nodes: [
        start(text, topic(text)),
        { id: 'both', type: 'parallel', name: text('template.say.both'), config: {} },
        ask('first', text('template.say.first')),
        ask('second', text('template.say.second')),
        { id: 'met', type: 'join', name: text('template.say.meet'), config: {} },
        end(text, { output: 'first.value = "approved" and second.value = "approved"' }),
      ],
      edges: [{ from: 'start', to: 'both' }, ...row('both', 'first', 'met', 'end'), ...row('both', 'second', 'met')],
    };
  },
};
