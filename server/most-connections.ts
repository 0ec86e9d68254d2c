import { readFileSync } from 'node:fs';

interface ReportedLimits {
  userLimits?: { open_files: { soft: number | 'unlimited' } };
}

/** As many as files may be open, without those of the store, the mail server and the webhook. */
export function mostConnections(): number | undefined {
  const openFiles = Number(openFilesOfLinux() ?? openFilesReported());
  return Number.isNaN(openFiles) ? undefined : Math.min(Math.max(openFiles - 64, 16), 10_000);
}

/** Node's report tells of much besides, which takes 2 MB: where there is /proc, this tells the same. */
function openFilesOfLinux() {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    return /^Max open files +(\d+|unlimited)/m.exec(limits)?.[1];
  } catch {
    return undefined;
  }
}

function openFilesReported() {
  const { userLimits } = process.report.getReport() as ReportedLimits;
  return userLimits?.open_files.soft;
}
