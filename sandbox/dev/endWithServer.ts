import type { ProxyOptions } from 'vite';

/**
 * Ends proxied responses whose server is gone. Vite's proxy leaves them open, so clients of the event stream would
 * never reconnect.
 */
export const endWithServer: NonNullable<ProxyOptions['configure']> = (proxy) => {
  proxy.on('proxyRes', (answer, _request, response) => {
    answer.once('close', () => {
      if (!answer.complete) response.destroy();
    });
  });
};
