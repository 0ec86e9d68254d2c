/** Whether a call of the file system failed with this code, such as EEXIST. */
export const isFileError = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
