/** A tab of a browser that ends with the test. */
export interface Driver {
  /** Resolves when the document is loaded. */
  navigate(url: string): Promise<unknown>;
  /** A step back (-1) or forward (1) in the history. */
  traverse(delta: -1 | 1): Promise<unknown>;
  reload(): Promise<unknown>;
  /** The value of an expression in the page, as JSON can express it; promises are awaited. */
  evaluate(expression: string): Promise<unknown>;
  press(key: Key): Promise<void>;
  type(text: string): Promise<void>;
  /** Clicks at a point of what is in sight, in CSS pixels. */
  click(point: { x: number; y: number }): Promise<void>;
  /** The size of the page's part of the window, in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** What is in sight, as a PNG. */
  screenshot(): Promise<Uint8Array>;
  /** The page on paper, as a PDF. WebKit's driver cannot print. */
  print?(): Promise<Uint8Array>;
  /**
   * Console messages, errors and violations of the security policy since the last navigation; in
   * WebKit since its end.
   */
  messages(): Promise<string[]>;
}

export type Key = 'Tab' | 'Enter' | 'Shift' | 'Escape' | 'ArrowLeft' | 'ArrowRight';

export interface BrowserSettings {
  colorScheme?: 'light' | 'dark';
  reducedMotion?: boolean;
  javaScript?: boolean;
}
