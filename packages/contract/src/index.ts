export {
  readDocument,
  type ContractDocument,
  type Json,
  type Operation,
  type Parameter,
} from './document.ts';
export { differences } from './differences.ts';
export { openJudge, type Findings, type Judge } from './judge.ts';
