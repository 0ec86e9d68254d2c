/** Controls a browser tab. The browser is closed when the test ends. */
export interface Driver {
  /** Resolves when the document is loaded. */
  navigate(url: string): Promise<unknown>;
  /** Goes back (-1) or forward (1) in the history. */
  traverse(delta: -1 | 1): Promise<unknown>;
  reload(): Promise<unknown>;
  /** Evaluates an expression in the page and returns its JSON value. Promises are awaited. */
  evaluate(expression: string): Promise<unknown>;
  press(key: Key): Promise<void>;
  type(text: string): Promise<void>;
  /** Clicks at a point of the viewport, in CSS pixels. */
  click(point: { x: number; y: number }): Promise<void>;
  /** Sets the size of the viewport, in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** Returns the viewport as a PNG. */
  screenshot(): Promise<Uint8Array>;
  /** Returns the printed page as a PDF. WebKit's driver cannot print. */
  print?(): Promise<Uint8Array>;
  /**
   * Returns console messages, errors and CSP violations since the last navigation; in WebKit since
   * the end of that navigation.
   */
  messages(): Promise<string[]>;
}

export type Key = 'Tab' | 'Enter' | 'Shift' | 'Escape' | 'ArrowLeft' | 'ArrowRight';

export interface BrowserSettings {
  colorScheme?: 'light' | 'dark';
  reducedMotion?: boolean;
  javaScript?: boolean;
}
