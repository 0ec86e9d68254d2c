/**
 * Converts columns of a row (default: all). Omits those without a value. `qualified` becomes a
 * boolean, which SQLite lacks.
 */
export const fromRow = <Result>(
  row: Record<string, unknown>,
  names: readonly string[] = Object.keys(row),
) =>
  Object.fromEntries(
    names
      .filter((name) => row[name] !== null && row[name] !== undefined)
      .map((name) => [name, name === 'qualified' ? row[name] === 1 : row[name]]),
  ) as Result;
