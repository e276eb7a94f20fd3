import type { Call } from './inboxCalls.ts';

/** A call of each route that reads a chat, retires it and brings it back. */
export const chatCalls = (chat: string): Record<string, Call> => ({
  'GET /chats': { by: 'ada', path: '/chats' },
  'GET /admin/chats': { by: 'ada', path: '/admin/chats?retired=true' },
  'GET /chats/:id': { by: 'ada', path: `/chats/${chat}` },
  'GET /chats/:id/versions': { by: 'ada', path: `/chats/${chat}/versions` },
  'GET /chats/:id/versions/:version': { by: 'ada', path: `/chats/${chat}/versions/1` },
  'GET /chats/:id/messages': { by: 'ada', path: `/chats/${chat}/messages` },
  'POST /chats/:id/retire': { by: 'ada', path: `/chats/${chat}/retire` },
  'POST /chats/:id/restore': { by: 'ada', path: `/chats/${chat}/restore` },
  'POST /chats/:id/messages/:messageId/stop': {
    by: 'ada',
    path: `/chats/${chat}/messages/01ARZ3NDEKTSV4RRFFQ69G5FAV/stop`,
  },
});
