/** Something in app/content that has to change. */
export interface Fault {
  /** Name of the file in app/content. */
  file: string;
  /** Where in the file: the name of the export, then of properties, or places in a list from 0. */
  path: string[];
  /** What is wrong and what to do. */
  message: string;
}
