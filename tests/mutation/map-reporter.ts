import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** A test file, and the mutants that it reaches. */
export interface MappedTest {
  project: string;
  file: string;
  passed: boolean;
  ms: number;
  /** Indices, which probes wrote to the file `reached`. */
  reached: number[];
}

/** Writes a `MappedTest` for each test file to the file `map`; test files run one at a time. */
export default class implements Reporter {
  onTestModuleEnd(module: TestModule) {
    const reached = existsSync('reached') ? readFileSync('reached', 'utf8') : '';
    rmSync('reached', { force: true });
    const { collectDuration, duration } = module.diagnostic();
    const mapped: MappedTest = {
      project: module.project.name,
      file: module.relativeModuleId,
      passed: module.ok(),
      ms: collectDuration + duration,
      reached: (reached.match(/\d+/g) ?? []).map(Number),
    };
    appendFileSync('map', `${JSON.stringify(mapped)}\n`);
  }
}
