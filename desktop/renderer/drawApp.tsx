import { createDOMRenderer, RendererProvider } from '@fluentui/react-components';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, type AppProps } from './App.tsx';
import { nonceOfPage } from './nonce.ts';

/** Renders the client into its page. */
export function drawApp(root: HTMLElement, host: AppProps['host'], openSession: AppProps['openSession']): void {
  const nonce = nonceOfPage();
  const renderer = createDOMRenderer(document, nonce ? { styleElementAttributes: { nonce } } : {});
  createRoot(root).render(
    <StrictMode>
      <RendererProvider renderer={renderer} targetDocument={document}>
        <App host={host} openSession={openSession} />
      </RendererProvider>
    </StrictMode>,
  );
}
