import { expect } from 'chai';
import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { rewriteJson } from '../../../desktop/renderer/flows/draft/jsonText.ts';

const value = fc.jsonValue({ maxDepth: 4 });

/** A text with arbitrary formatting. */
const laidOut = fc
  .tuple(value, fc.constantFrom<(string | number | undefined)[]>([undefined], [2], ['\t'], [4]))
  .map(([each, [space]]) => JSON.stringify(each, null, space));

const samples = readdirSync('samples')
  .filter((name) => name.endsWith('.json'))
  .map((name) => [name, readFileSync(`samples/${name}`, 'utf8')] as const);

describe("desktop: editing a definition's text", () => {
  it('gives the intended text, whatever it was before', () => {
    fc.assert(
      fc.property(laidOut, value, (text, next) => {
        expect(JSON.parse(rewriteJson(text, next))).to.deep.equal(JSON.parse(JSON.stringify(next)));
      }),
    );
  });

  it('leaves it unchanged, letter by letter, if nothing has changed', () => {
    fc.assert(
      fc.property(laidOut, (text) => {
        expect(rewriteJson(text, JSON.parse(text))).to.equal(text);
      }),
    );
    for (const [name, text] of samples) expect(rewriteJson(text, JSON.parse(text)), name).to.equal(text);
  });

  it('keeps the order of names, and untouched lines', () => {
    const text = '{\n  "z": 1,\n  "a": { "inline": [1, 2] },\n\n  "edges": [\n    { "from": "a", "to": "b" }\n  ]\n}\n';
    const next = {
      z: 2,
      a: { inline: [1, 2] },
      edges: [
        { from: 'a', to: 'c' },
        { from: 'c', to: 'b' },
      ],
      more: true,
    };
    expect(rewriteJson(text, next)).to.equal(
      '{\n  "z": 2,\n  "a": { "inline": [1, 2] },\n\n  "edges": [\n    { "from": "a", "to": "c" },\n    { "from": "c", "to": "b" }\n  ],\n  "more": true\n}\n',
    );
  });

  it('removes things with their commas', () => {
    const text = '{\n  "a": 1,\n  "b": [1, 2, 3],\n  "c": 3\n}';
    expect(rewriteJson(text, { b: [1, 3], c: 3 })).to.equal('{\n  "b": [1, 3],\n  "c": 3\n}');
    expect(rewriteJson(text, { a: 1, b: [] })).to.equal('{\n  "a": 1,\n  "b": []\n}');
    expect(rewriteJson(text, {})).to.equal('{}');
  });

  it('writes it from scratch if a name occurs twice, or the text is not JSON', () => {
    expect(JSON.parse(rewriteJson('{"a":1,"a":2}', { a: 3 }))).to.deep.equal({ a: 3 });
    expect(JSON.parse(rewriteJson('', { a: 3 }))).to.deep.equal({ a: 3 });
  });

  it('handles the names of built-in properties', () => {
    const next = JSON.parse('{"__proto__":{"x":1},"constructor":2}') as unknown;
    expect(rewriteJson('{ "a": 1, "toString": 2 }', next)).to.include('"__proto__"').and.to.include('"constructor"');
    expect(JSON.parse(rewriteJson('{}', next))).to.deep.equal(next);
  });
});
