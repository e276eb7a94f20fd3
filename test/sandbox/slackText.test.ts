import { expect } from 'chai';
import fc from 'fast-check';
import { blocksHtml } from '../../sandbox/slack/render.ts';
import { mrkdwnHtml } from '../../sandbox/slack/mrkdwn.ts';
import type { NamedBlock } from '../../sandbox/slack/blockKit.ts';

const html = (text: string) => mrkdwnHtml(text, (id) => (id === 'U1' ? 'Ada Lovelace' : undefined));
const link = (url: string, label: string) => `<a href="${url}" target="_blank" rel="noopener noreferrer">${label}</a>`;

describe("sandbox: Slack's text as HTML", () => {
  for (const [text, expected] of [
    ['*bold* _slanted_ ~gone~', '<b>bold</b> <i>slanted</i> <s>gone</s>'],
    ['*Flow:* a', '<b>Flow:</b> a'],
    ['2*3*4 and snake_case_name', '2*3*4 and snake_case_name'],
    ['* not bold *', '* not bold *'],
    ['two\nlines', 'two<br>lines'],
    ['a &lt;b&gt; &amp;amp; c', 'a &lt;b&gt; &amp;amp; c'],
    ['`*code*` ```<b>```', '<code>*code*</code> <pre>&lt;b&gt;</pre>'],
    ['&gt; said\nby him', '<blockquote>said</blockquote><br>by him'],
    ['<https://a.test/?x=1&amp;y="2"|a & b>', link('https://a.test/?x=1&amp;y=&quot;2&quot;', 'a &amp; b')],
    ['*<https://a.test|a>*', `<b>${link('https://a.test', 'a')}</b>`],
    ['<javascript:alert(1)|click>', '&lt;javascript:alert(1)|click&gt;'],
    [
      '<@U1> <@U2> <!channel>',
      ['Ada Lovelace', 'U2', 'channel'].map((name) => `<span class="mention">@${name}</span>`).join(' '),
    ],
    [
      '<!date^1700000000^{date_short_pretty} at {time}|14 Nov>',
      '<time datetime="2023-11-14T22:13:20.000Z" data-format="{date_short_pretty} at {time}">14 Nov</time>',
    ],
    ['<!date^soon^{time}|14 Nov>', '14 Nov'],
  ] as const)
    it(text.replaceAll('\n', ' / '), () => expect(html(text)).to.equal(expected));

  it('lets only our own markup through, whatever anybody writes', () => {
    const nasty = fc.array(
      fc.constantFrom(
        '<',
        '>',
        '|',
        '"',
        "'",
        '&',
        '&lt;',
        '*',
        '_',
        '`',
        '```',
        '!date^1^',
        '@U1',
        'https://a',
        'javascript:',
        '<script>',
        ' ',
        '\n',
        '\uE000',
        '0',
        '\uE001',
        'x',
      ),
      { maxLength: 30 },
    );
    const ours =
      /<\/?(b|i|s|pre|code|blockquote)>|<br>|<\/(a|span|time)>|<span class="mention">|<time datetime="[^"<>]*" data-format="[^"<>]*">|<a href="(https?:\/\/|mailto:)[^"<>]*" target="_blank" rel="noopener noreferrer">/g;
    fc.assert(
      fc.property(nasty, (parts) => {
        const rest = html(parts.join('')).replace(ours, '');
        expect(rest).to.not.match(/[<>"\uE000\uE001]/);
      }),
      { numRuns: 2000 },
    );
  });

  it('escapes every text of every block', () => {
    const bad = '"><script>alert(1)</script>';
    const plain = { type: 'plain_text', text: bad };
    const elements = [
      { type: 'plain_text_input', action_id: bad, initial_value: bad, placeholder: plain, multiline: true },
      { type: 'plain_text_input', action_id: bad, initial_value: bad, placeholder: plain },
      { type: 'number_input', action_id: bad, initial_value: bad },
      {
        type: 'static_select',
        action_id: bad,
        placeholder: plain,
        options: [{ text: plain, value: bad, description: plain }],
        option_groups: [{ label: plain, options: [{ text: plain, value: bad }] }],
      },
      { type: 'multi_static_select', action_id: bad, options: [{ text: plain, value: bad, description: plain }] },
      { type: 'radio_buttons', action_id: bad, options: [{ text: plain, value: bad }] },
      { type: 'datepicker', action_id: bad, initial_date: bad },
      { type: 'users_select', action_id: bad },
      { type: 'multi_users_select', action_id: bad },
      { type: bad },
    ];
    const button = {
      type: 'button',
      action_id: bad,
      text: plain,
      value: bad,
      url: `https://a.test/${bad}`,
      confirm: { text: plain },
    };
    const blocks = [
      { type: 'header', text: plain },
      { type: 'section', text: plain, fields: [plain, plain], accessory: button },
      { type: 'context', elements: [plain] },
      { type: 'actions', elements: [button, { ...button, url: `javascript:${bad}` }, { type: bad }] },
      { type: bad },
      ...elements.map((element) => ({ type: 'input', label: plain, hint: plain, element })),
    ].map((block) => ({ ...block, block_id: bad }) as unknown as NamedBlock);
    const person = { key: 'ada', displayName: bad };
    const members = [{ person, userId: bad, channel: 'D1' }] as never;
    const drawn = blocksHtml(blocks, { members, container: { viewId: bad } });
    expect(drawn).to.contain('&lt;script&gt;').and.not.contain('<script').and.not.contain('javascript:');
    expect(drawn.match(/href="[^"]*"/g)).to.deep.equal(
      Array.from({ length: 2 }, () => 'href="https://a.test/&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"'),
    );
  });
});
