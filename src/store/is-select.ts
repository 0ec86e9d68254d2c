/**
 * Tells if a statement is a `select`, which changes nothing: another connection may execute it, or the same one
 * once more. A statement that reads in another way, such as by `with`, counts as a write.
 */
export const isSelect = (sql: string): boolean => /^\s*select\b/i.test(sql);
