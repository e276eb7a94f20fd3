// Holds slow connections to a server, in a process of its own: its sockets and its work are not those of who measures.
import os from 'node:os';
import { openSlowClients, UNFINISHED } from '../attacks/slowClients.ts';

os.setPriority(os.constants.priority.PRIORITY_LOW); // attackers elsewhere take nothing from the server's processor
const [port, count, ...from] = process.argv.slice(2);
process.once('disconnect', () => process.exit());
await openSlowClients({ port: Number(port), count: Number(count), sends: UNFINISHED.anonymousBody, from });
process.send!('opened');
