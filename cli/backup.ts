import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { examples, type Terminal, toAction } from './command.ts';
import { dumpPostgres } from './pg-dump.ts';
import { problems } from './problems.ts';
import { withProgress } from './progress.ts';
import { withStore } from './with-store.ts';

export const backup = (program: Command, terminal: Terminal) =>
  program
    .command('backup <file>')
    .description(
      'Copy the store into a new file while the server runs. PostgreSQL is copied by pg_dump.',
    )
    .option('--json', 'Print the path of the copy as a JSON object.')
    .addHelpText(
      'after',
      examples(
        'inquiries backup /backups/inquiries-2026-11-21.sqlite',
        'inquiries backup /backups/inquiries.dump   # PostgreSQL',
      ),
    )
    .action(
      toAction((path, { json }) => {
        const file = resolve(path);
        return withStore(terminal, 'readable', async (store, settings) => {
          if (existsSync(file)) return problems.fileExists(file);
          try {
            if ('databaseUrl' in settings.store) {
              const { databaseUrl } = settings.store;
              const problem = await dumpPostgres(databaseUrl, file, terminal.env);
              if (problem) return problem;
            } else {
              await withProgress(terminal, { what: 'Copied, in MB' }, async (onProgress) =>
                store.backUp?.(file, (bytes) => onProgress(Math.floor(bytes / 1e6))),
              );
            }
          } catch (error) {
            return problems.notWritten(file, error);
          }
          terminal.stderr.write(`The store is copied. Only this user can read the copy.\n`);
          terminal.stdout.write(json ? `${JSON.stringify({ file })}\n` : `${file}\n`);
          return undefined;
        });
      }),
    );
