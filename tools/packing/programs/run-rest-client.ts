import { visit } from './rest-client.ts';
import { visitFromNode } from './in-node.ts';

await visitFromNode(visit);
