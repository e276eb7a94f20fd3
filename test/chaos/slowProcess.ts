// Holds slow connections to a server, in a process of its own: its sockets and its work are not those of who measures.
import { openSlowClients, UNFINISHED } from '../attacks/slowClients.ts';

const [port, count, ...from] = process.argv.slice(2);
process.once('disconnect', () => process.exit());
await openSlowClients({ port: Number(port), count: Number(count), sends: UNFINISHED.anonymousBody, from });
process.send!('opened');
