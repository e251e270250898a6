import { visit } from './client.ts';
import { visitFromNode } from './in-node.ts';

await visitFromNode(visit);
