import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import type { Bridge, CALL_CHANNEL as CALLS_NAME, WindowMessage, TOLD_CHANNEL as TOLD_NAME } from '../bridge.ts';

// A sandboxed preload script may only load Electron, so the names are repeated here; the types keep them equal.
const CALL_CHANNEL: typeof CALLS_NAME = 'handback.call';
const TOLD_CHANNEL: typeof TOLD_NAME = 'handback.told';

const bridge: Bridge = {
  call: (name, body) => ipcRenderer.invoke(CALL_CHANNEL, { name, body }),
  onTold(listener) {
    const hear = (_event: IpcRendererEvent, told: WindowMessage): void => listener(told);
    ipcRenderer.on(TOLD_CHANNEL, hear);
    return () => void ipcRenderer.off(TOLD_CHANNEL, hear);
  },
};
contextBridge.exposeInMainWorld('handbackDesktop', bridge);
