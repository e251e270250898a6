#!/usr/bin/env node
import { createProgram } from './commands/program.ts';

await createProgram().parseAsync();
