import type { Option } from './variables.ts';

/** The icons that options can name, each with the emoji that stands for it where only text can be shown. */
export const ICONS = {
  add: '➕',
  airplane: '✈️',
  alert: '🔔',
  'arrow-down': '⬇️',
  'arrow-left': '⬅️',
  'arrow-right': '➡️',
  'arrow-up': '⬆️',
  attach: '📎',
  beaker: '🧪',
  book: '📖',
  bookmark: '🔖',
  box: '📦',
  briefcase: '💼',
  bug: '🐛',
  building: '🏢',
  calendar: '📅',
  call: '📞',
  camera: '📷',
  car: '🚗',
  cart: '🛒',
  chart: '📊',
  chat: '💬',
  checkmark: '✔️',
  'checkmark-circle': '✅',
  clock: '🕒',
  cloud: '☁️',
  coffee: '☕',
  database: '🗄️',
  delete: '🗑️',
  desktop: '🖥️',
  dismiss: '✖️',
  'dismiss-circle': '❌',
  document: '📄',
  download: '📥',
  edit: '✏️',
  'error-circle': '❗',
  eye: '👁️',
  'face-neutral': '😐',
  'face-sad': '🙁',
  'face-smile': '🙂',
  fire: '🔥',
  flag: '🚩',
  flash: '⚡',
  folder: '📁',
  food: '🍽️',
  gift: '🎁',
  globe: '🌐',
  handshake: '🤝',
  heart: '❤️',
  'heart-pulse': '💓',
  home: '🏠',
  image: '🖼️',
  info: 'ℹ️',
  key: '🔑',
  laptop: '💻',
  leaf: '🍃',
  lightbulb: '💡',
  link: '🔗',
  location: '📍',
  'lock-closed': '🔒',
  'lock-open': '🔓',
  mail: '✉️',
  map: '🗺️',
  mic: '🎤',
  money: '💵',
  moon: '🌙',
  music: '🎵',
  pause: '⏸️',
  payment: '💳',
  people: '👥',
  person: '👤',
  phone: '📱',
  pin: '📌',
  play: '▶️',
  print: '🖨️',
  prohibited: '🚫',
  puzzle: '🧩',
  'question-circle': '❓',
  receipt: '🧾',
  repeat: '🔄',
  rocket: '🚀',
  save: '💾',
  search: '🔍',
  send: '📤',
  settings: '⚙️',
  shield: '🛡️',
  sparkle: '✨',
  star: '⭐',
  stop: '⏹️',
  subtract: '➖',
  sun: '☀️',
  tag: '🏷️',
  'thumb-down': '👎',
  'thumb-up': '👍',
  trend: '📈',
  trophy: '🏆',
  truck: '🚚',
  undo: '↩️',
  video: '🎥',
  warning: '⚠️',
  wrench: '🔧',
} as const satisfies Record<string, string>;

export type IconName = keyof typeof ICONS;

const NAME = /^[\w-]+$/;

const isIconName = (icon: string): icon is IconName => Object.hasOwn(ICONS, icon);

/** Whether this looks like an icon name but is not a known one. */
export const isUnknownIcon = (icon: string): boolean => NAME.test(icon) && !isIconName(icon);

/** The icon before an option: one of ours, or the author's text; null if there is none. */
export function iconOf({ icon }: Pick<Option, 'icon'>): { name: IconName } | { emoji: string } | null {
  if (!icon || isUnknownIcon(icon)) return null;
  return isIconName(icon) ? { name: icon } : { emoji: icon };
}

/** The prefix for a text-only label: an emoji and a space, or empty. */
export function iconText(option: Pick<Option, 'icon'>): string {
  const icon = iconOf(option);
  if (!icon) return '';
  return `${'name' in icon ? ICONS[icon.name] : icon.emoji} `;
}
