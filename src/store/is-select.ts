/**
 * Tells if a statement is a `select`, which changes nothing: it may be executed on another
 * connection, or again. A read of another form, such as `with`, counts as a write.
 */
export const isSelect = (sql: string): boolean => /^\s*select\b/i.test(sql);
