/** What a page tells the layout and the document about itself: its module's `handle`. */
export interface PageHandle {
  meta: { title: string; description: string };
  /** The tone of the header, which lies over the page's first section. */
  tone: 'ink' | 'deep' | 'film';
}
