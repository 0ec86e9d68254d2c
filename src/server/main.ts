import { runServer } from './run-server.ts';
import { StartError } from './startup-messages.ts';

try {
  await runServer({ isDevelopment: process.argv.includes('--dev') });
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exit(1);
}
