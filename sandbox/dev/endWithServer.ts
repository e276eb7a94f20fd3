import type { ProxyOptions } from 'vite';

/** Vite's proxy leaves an answer open whose server is gone: who listens to events would never connect to the next one. */
export const endWithServer: NonNullable<ProxyOptions['configure']> = (proxy) => {
  proxy.on('proxyRes', (answer, _request, response) => {
    answer.once('close', () => {
      if (!answer.complete) response.destroy();
    });
  });
};
