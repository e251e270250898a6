export {
  readDocument,
  type ContractDocument,
  type Json,
  type Operation,
  type Parameter,
} from './document.ts';
export { differences } from './differences.ts';
export { openValidator, type Findings, type Validator } from './validator.ts';
