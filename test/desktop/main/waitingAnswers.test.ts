// cspell:ignore Ihre Anmeldung abgelaufen Antwort wartet
import { expect } from 'chai';
import { createToasts } from '../../../desktop/main/toasts.ts';
import { wordsFor } from '../../../desktop/main/words.ts';
import { memoryLog } from './desktopApp.ts';
import { fakeElectron } from './fakeElectron.ts';

describe('answers given in a notification that have to wait', () => {
  const open = (language: string) => {
    const electron = fakeElectron();
    const toasts = createToasts({
      electron: electron.port,
      platform: 'darwin',
      words: wordsFor([language]),
      open: () => undefined,
      log: memoryLog().log,
      hidesPreview: () => false,
      answers: () => null,
    });
    return { toasts, said: () => electron.notifications.map(({ options }) => options.title) };
  };

  it('are reported once, however often they are tried, and again when the reason changes', () => {
    const { toasts, said } = open('en-GB');
    for (let tries = 0; tries < 3; tries += 1) toasts.tellKept('r1', 'unreachable');
    toasts.tellKept('r2', 'unreachable');
    expect(said()).to.deep.equal(['Offline', 'Offline']);
    for (let tries = 0; tries < 3; tries += 1) toasts.tellKept('r1', 'signIn');
    toasts.tellKept('r1', 'busy');
    expect(said().slice(2)).to.deep.equal(['Your sign-in has ended', 'Your answer waits']);
    toasts.tellVerdict('r1', 'recorded');
    toasts.tellKept('r1', 'busy');
    expect(said().slice(4)).to.deep.equal(['Your answer was recorded', 'Your answer waits']);
  });

  it('are reported in German to a German reader', () => {
    const { toasts, said } = open('de-DE');
    toasts.tellKept('r1', 'signIn');
    toasts.tellKept('r1', 'busy');
    expect(said()).to.deep.equal(['Ihre Anmeldung ist abgelaufen', 'Ihre Antwort wartet']);
  });
});
