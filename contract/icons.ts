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

/** Whether this reads like the name of an icon, and there is none of that name. */
export const isUnknownIcon = (icon: string): boolean => NAME.test(icon) && !isIconName(icon);

/** What stands before an option: one of our icons, or what its author typed; null where there is nothing to show. */
export function iconOf({ icon }: Pick<Option, 'icon'>): { name: IconName } | { emoji: string } | null {
  if (!icon || isUnknownIcon(icon)) return null;
  return isIconName(icon) ? { name: icon } : { emoji: icon };
}

/** What stands before a label that is only text: an emoji and a space, or nothing. */
export function iconText(option: Pick<Option, 'icon'>): string {
  const icon = iconOf(option);
  if (!icon) return '';
  return `${'name' in icon ? ICONS[icon.name] : icon.emoji} `;
}
