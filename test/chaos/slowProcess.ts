// Holds slow connections to a server, in its own process, so that its sockets and its work do not affect the
// measurement.
import os from 'node:os';
import { openSlowClients, UNFINISHED } from '../attacks/slowClients.ts';

os.setPriority(os.constants.priority.PRIORITY_LOW); // remote attackers would not use the server's processor
const [port, count, ...from] = process.argv.slice(2);
process.once('disconnect', () => process.exit());
await openSlowClients({ port: Number(port), count: Number(count), sends: UNFINISHED.anonymousBody, from });
process.send!('opened');
