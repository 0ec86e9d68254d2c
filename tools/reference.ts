import { readFileSync, writeFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { format, resolveConfig } from 'prettier';
import { createProgram } from '../src/cli/run-cli.ts';
import { fields, investorLabels, messageMinLength } from '../src/inquiry/inquiry.ts';
import { createMetrics } from '../src/observability/metrics.ts';

/** Writes the tables of settings, fields, metrics and commands in docs/reference.md from their sources. */
const file = 'docs/reference.md';

export async function renderReference(): Promise<string> {
  const tables = {
    Settings: readSettingRows(),
    'HTTP API': readFieldRows(),
    Metrics: readMetricRows(),
    Command: readCommandRows(),
  };
  let text = readFileSync(file, 'utf8');
  for (const [section, rows] of Object.entries(tables)) {
    const table = rows.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
    // The first table of the section, below its titles.
    const place = new RegExp(`(^## ${section}\n(?:[^|\n].*\n|\n)*\\|.*\n\\|.*\n)(?:\\|.*\n)*`, 'm');
    text = text.replace(place, (_, before: string) => before + table);
  }
  return format(text, { ...(await resolveConfig(file)), filepath: file });
}

/** Reads each setting with its default and the first sentence of its comment. */
function readSettingRows() {
  const blocks = readFileSync('.env.example', 'utf8').matchAll(/((?:^# .*\n)+)^([A-Z_]+)=(.*)$/gm);
  return [...blocks].map(([, comment = '', name = '', value = '']) => {
    const text = comment.replaceAll(/^# /gm, '').replaceAll('\n', ' ');
    const [, sentence = ''] = /^(?:\[.*?\] )?(.*?\.)(?= )/.exec(text) ?? [];
    return [code(name), value && code(value), sentence.replaceAll('<', '\\<')];
  });
}

/** Describes each field of the form, and the honeypot. */
function readFieldRows() {
  const rows = Object.entries(fields).map(([name, field]) => {
    if ('choices' in field) {
      const choices = Object.keys(field.choices).map(code);
      return [code(name), 'yes', `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`];
    }
    const { maxLength } = field;
    if (name === 'email') return [code(name), 'yes', `e-mail address, at most ${maxLength}`];
    if (name === 'message')
      return [code(name), 'yes', `text of several lines, ${messageMinLength} to ${maxLength}`];
    const funding = name in investorLabels ? '; stored for a founder or investor only' : '';
    const isRequired = 'isOptional' in field ? 'no' : 'yes';
    return [code(name), isRequired, `text, at most ${maxLength}${funding}`];
  });
  return [...rows, ['`honeypot`', 'no', 'empty; anything else is rejected as a bot']];
}

type MetricDefinition = Record<'name' | 'type' | 'help', string> & { labelNames: string[] };

function readMetricRows() {
  const { registry } = createMetrics({
    store: new Promise(() => undefined),
    isReady: () => Promise.resolve(true),
    clock: () => 0,
    log: console,
  });
  // The types of prom-client lack the labels.
  const metrics = registry.getMetricsAsArray() as unknown as MetricDefinition[];
  return metrics
    .filter(({ name }) => name.startsWith('inquiries_'))
    .map(({ name, type, labelNames, help }) => [code(name), type, codes(labelNames), help]);
}

function readCommandRows() {
  const output = new PassThrough();
  const context = { env: {}, settingsFrom: '', stdout: output, stderr: output, clock: () => 0 };
  const program = createProgram(context);
  const help = program.createHelp();
  return help.visibleCommands(program).map((command) => {
    const call = help.subcommandTerm(command).replace(' [options]', '');
    const options = command.options.map(({ flags }) => flags);
    return [code(call), codes(options), command.description()];
  });
}

const code = (text: string) => `\`${text}\``;
const codes = (texts: string[]) => texts.map(code).join(', ');

if (import.meta.main) writeFileSync(file, await renderReference());
