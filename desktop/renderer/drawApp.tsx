import { createDOMRenderer, RendererProvider } from '@fluentui/react-components';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, type AppProps } from './App.tsx';

/** Draws the client into its page. */
export function drawApp(root: HTMLElement, host: AppProps['host'], openSession: AppProps['openSession']): void {
  // The server puts a nonce of its own into every page, so that the styles need no `unsafe-inline`.
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce;
  const renderer = createDOMRenderer(document, nonce ? { styleElementAttributes: { nonce } } : {});
  createRoot(root).render(
    <StrictMode>
      <RendererProvider renderer={renderer} targetDocument={document}>
        <App host={host} openSession={openSession} />
      </RendererProvider>
    </StrictMode>,
  );
}
