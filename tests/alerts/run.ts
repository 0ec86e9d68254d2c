import { spawnSync } from 'node:child_process';

/** Checks and tests the alert rules with promtool. */
for (const args of [
  ['check', 'rules', 'deploy/alerts.yml'],
  ['test', 'rules', 'tests/alerts/alerts.yml'],
]) {
  const { status, error } = spawnSync('promtool', args, { stdio: 'inherit' });
  if (error) {
    console.error(
      'promtool is missing. Install it (it comes with Prometheus, whose server is not needed):\n' +
        '  apt-get install --no-install-recommends prometheus && systemctl disable --now prometheus',
    );
  }
  if (status !== 0) process.exit(1);
}
