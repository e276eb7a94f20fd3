import { createDOMRenderer, RendererProvider } from '@fluentui/react-components';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { createWebHost } from './webHost.ts';

/** The server puts a nonce of its own into every page, so that the styles need no `unsafe-inline`. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce;
const renderer = createDOMRenderer(document, nonce ? { styleElementAttributes: { nonce } } : {});

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <RendererProvider renderer={renderer} targetDocument={document}>
      <App host={createWebHost()} />
    </RendererProvider>
  </StrictMode>,
);
