// cspell:ignore msword openxmlformats officedocument wordprocessingml spreadsheetml presentationml opendocument
import type { TextId } from '../text.ts';

/** The display name of a file type: a translated word, or the name of the format. */
type Kind = { text: TextId } | { name: string };

const NAMED: Record<string, Kind> = {
  'image/*': { text: 'file.kind.image' },
  'audio/*': { text: 'file.kind.audio' },
  'video/*': { text: 'file.kind.video' },
  'text/*': { text: 'file.kind.text' },
  'text/plain': { text: 'file.kind.text' },
  'application/pdf': { name: 'PDF' },
  'application/zip': { name: 'ZIP' },
  'application/json': { name: 'JSON' },
  'application/xml': { name: 'XML' },
  'text/xml': { name: 'XML' },
  'text/csv': { name: 'CSV' },
  'text/html': { name: 'HTML' },
  'image/jpeg': { name: 'JPEG' },
  'image/svg+xml': { name: 'SVG' },
  'application/rtf': { name: 'RTF' },
  'message/rfc822': { text: 'file.kind.mail' },
  'application/msword': { name: 'Word' },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': { name: 'Word' },
  'application/vnd.ms-excel': { name: 'Excel' },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { name: 'Excel' },
  'application/vnd.ms-powerpoint': { name: 'PowerPoint' },
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': { name: 'PowerPoint' },
  'application/vnd.oasis.opendocument.text': { name: 'OpenDocument' },
  'application/vnd.oasis.opendocument.spreadsheet': { name: 'OpenDocument' },
};

const ENDINGS: Record<string, Kind> = {
  doc: { name: 'Word' },
  docx: { name: 'Word' },
  xls: { name: 'Excel' },
  xlsx: { name: 'Excel' },
  ppt: { name: 'PowerPoint' },
  pptx: { name: 'PowerPoint' },
  jpg: { name: 'JPEG' },
  txt: { text: 'file.kind.text' },
  eml: { text: 'file.kind.mail' },
  msg: { text: 'file.kind.mail' },
};

/** Media types and file extensions (`application/pdf`, `.docx`, `image/*`) in words, in order, without duplicates. */
export function fileKinds(accept: readonly string[], say: (id: TextId) => string): string[] {
  return [...new Set(accept.map((type) => wordOf(kindOf(type.trim().toLowerCase()), say)))];
}

const wordOf = (kind: Kind, say: (id: TextId) => string): string => ('text' in kind ? say(kind.text) : kind.name);

function kindOf(type: string): Kind {
  if (type.startsWith('.')) return ENDINGS[type.slice(1)] ?? { name: type.slice(1).toUpperCase() };
  return NAMED[type] ?? { name: (type.split('/')[1] ?? type).replace(/^(x-|vnd\.)/, '').toUpperCase() };
}
