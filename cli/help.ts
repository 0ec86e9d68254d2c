import type { Command } from './command.ts';

const call = 'inquiries';

export function overview(commands: Command[]): string {
  return section(`${call} COMMAND: work with the inquiries that the website received`, [
    ...commands.map(({ usage, summary }) => `${usage}\n      ${summary}`),
    'help [COMMAND]\n      Show this, or how to use one command.',
  ]);
}

export function helpFor({ usage, summary, options, examples }: Command): string {
  const described = Object.entries(options).map(
    ([name, { type, help }]) => `--${name}${type === 'string' ? ' VALUE' : ''}\n      ${help}`,
  );
  return [
    section(`${call} ${usage}`, [summary]),
    section('Options', [...described, '--help\n      Show this.']),
    section('Examples', examples),
  ].join('\n');
}

const section = (title: string, lines: string[]) =>
  `${title}\n${lines.map((line) => `  ${line}\n`).join('')}`;
