/** A page's `handle` export: its metadata for the layout and the document. */
export interface PageHandle {
  meta: { title: string; description: string };
  /** Theme of the header: that of the page's first section. */
  headerTheme: 'ink' | 'deep' | 'film';
  /** Search engines do not index the not-found page. */
  isNotFound?: true;
}
