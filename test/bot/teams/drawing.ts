import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import type { Card } from '../../../bot/teams/render.ts';

/** The colours and sizes of Teams cards, in its light and dark themes. */
const THEMES = {
  light: {
    page: '#f5f5f5',
    card: '#ffffff',
    text: '#242424',
    subtle: '#616161',
    emphasis: '#f0f0f0',
    attention: '#fdf3f4',
    attentionText: '#b10e1c',
    good: '#0e700e',
    warning: '#8a3707',
  },
  dark: {
    page: '#1f1f1f',
    card: '#292929',
    text: '#ffffff',
    subtle: '#adadad',
    emphasis: '#333333',
    attention: '#3f1011',
    attentionText: '#eeacb2',
    good: '#9ad29a',
    warning: '#fdcfb4',
  },
} as const;
export type Theme = keyof typeof THEMES;

function hostConfig(theme: Theme): object {
  const { text, subtle, card, emphasis, attention, attentionText, good, warning } = THEMES[theme];
  const pair = (color: string) => ({ default: color, subtle: color });
  const foregroundColors = {
    default: { default: text, subtle },
    attention: pair(attentionText),
    good: pair(good),
    warning: pair(warning),
    accent: pair('#5b5fc7'),
  };
  return {
    fontFamily: '"Segoe UI", system-ui, sans-serif',
    fontSizes: { small: 12, default: 14, medium: 16, large: 18, extraLarge: 24 },
    spacing: { small: 8, default: 12, medium: 16, large: 20, extraLarge: 24, padding: 16 },
    separator: { lineThickness: 1, lineColor: theme === 'light' ? '#e0e0e0' : '#525252' },
    supportsInteractivity: true,
    containerStyles: {
      default: { backgroundColor: card, foregroundColors },
      emphasis: { backgroundColor: emphasis, foregroundColors },
      attention: { backgroundColor: attention, foregroundColors },
    },
    actions: {
      maxActions: 6,
      actionsOrientation: 'horizontal',
      actionAlignment: 'left',
      buttonSpacing: 8,
      showCard: { actionMode: 'inline' },
    },
    inputs: {
      label: { inputSpacing: 'small', requiredInputs: { weight: 'bolder' }, optionalInputs: { weight: 'bolder' } },
    },
  };
}

const styleOf = (theme: Theme): string => {
  const { page, card, text } = THEMES[theme];
  return `body{margin:12px;background:${page};color:${text};font:14px "Segoe UI",system-ui,sans-serif}
    #card{background:${card};border-radius:6px;box-shadow:0 1px 4px #0004}
    .ac-input:not(.ac-toggleInput):not(.ac-choiceSetInput-multiSelect):not(.ac-choiceSetInput-expanded){box-sizing:border-box;width:100%;padding:6px 10px;font:inherit;border:1px solid #8888;border-radius:4px;background:transparent;color:inherit}
    textarea.ac-input{min-height:64px}
    .ac-actionSet{flex-wrap:wrap;row-gap:8px}a{color:${theme === 'light' ? '#4f52b2' : '#aaaeff'}}
    .ac-pushButton{padding:6px 14px;font:600 14px "Segoe UI",system-ui,sans-serif;border:1px solid #8888;border-radius:4px;background:transparent;color:inherit}
    .ac-pushButton.style-positive{background:#5b5fc7;border-color:#5b5fc7;color:#fff}`;
};

export interface Drawn {
  /** The complaints of the official parser and renderer about the card. */
  complaints: string[];
  /** Texts that were parsed as Markdown. */
  markdown: string[];
}

export interface Canvas {
  page: Page;
  draw(card: Card): Promise<Drawn>;
  /** What the last press of a submit button sent; null if nothing was sent. */
  submitted(): Promise<Record<string, unknown> | null>;
}

const BUNDLE = createRequire(import.meta.url).resolve('adaptivecards/dist/adaptivecards.min.js');

interface Library {
  AdaptiveCard: {
    new (): {
      hostConfig: unknown;
      version: unknown;
      onExecuteAction: (action: { data: unknown }) => void;
      parse(card: unknown, context: unknown): void;
      render(): unknown;
      validateProperties(): { validationEvents: { message: string }[] };
    };
    onProcessMarkdown: (text: string, result: { outputHtml: string; didProcess: boolean }) => void;
  };
  HostConfig: new (config: unknown) => unknown;
  Version: { v1_5: unknown };
  SerializationContext: new (version: unknown) => {
    eventCount: number;
    getEventAt(index: number): { message: string };
  };
}

interface Global {
  document: { getElementById(id: string): { replaceChildren(node: unknown): void } };
  AdaptiveCards: Library;
  submitted: unknown;
}

/** A page of phone width on which the official renderer draws cards. */
export async function openCanvas(browser: Browser, theme: Theme = 'light', timezoneId = 'UTC'): Promise<Canvas> {
  const page = await browser.newPage({
    locale: 'en-GB',
    viewport: { width: 384, height: 900 },
    colorScheme: theme,
    timezoneId,
  });
  await page.setContent(`<style>${styleOf(theme)}</style><div id="card"></div>`);
  await page.addScriptTag({ path: BUNDLE });

  const draw = (card: Card): Promise<Drawn> =>
    page.evaluate(
      ([payload, config]) => {
        const scope = globalThis as unknown as Global;
        const { AdaptiveCard, HostConfig, SerializationContext, Version } = scope.AdaptiveCards;
        const markdown: string[] = [];
        AdaptiveCard.onProcessMarkdown = (text) => void markdown.push(text);
        const context = new SerializationContext(Version.v1_5);
        const drawn = new AdaptiveCard();
        drawn.hostConfig = new HostConfig(config);
        scope.submitted = null;
        drawn.onExecuteAction = ({ data }) => void (scope.submitted = data ?? null);
        drawn.parse(payload, context);
        const events = Array.from({ length: context.eventCount }, (_, index) => context.getEventAt(index));
        events.push(...drawn.validateProperties().validationEvents);
        scope.document.getElementById('card').replaceChildren(drawn.render());
        return { complaints: events.map(({ message }) => message), markdown };
      },
      [card, hostConfig(theme)] as const,
    );

  const submitted = () =>
    page.evaluate(() => (globalThis as unknown as Global).submitted as Record<string, unknown> | null);
  return { page, draw, submitted };
}
