/** One tab of a browser that ends with the test, in commands that both WebDriver protocols have. */
export interface Driver {
  /** Resolves when the document is loaded. */
  navigate(url: string): Promise<void>;
  /** A step back (-1) or forward (1) in the history. */
  traverse(delta: -1 | 1): Promise<void>;
  reload(): Promise<void>;
  /** The value of an expression in the page, as far as JSON can tell it; promises are waited for. */
  evaluate(expression: string): Promise<unknown>;
  /** Keys and pointer, by the definition of actions that both protocols share. */
  perform(sources: ActionSource[]): Promise<void>;
  /** The size of the page's part of the window, in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** What is in sight, as a PNG. */
  screenshot(): Promise<Buffer>;
  /** The page on paper, as a PDF. WebKit's driver can't. */
  print?(): Promise<Buffer>;
  /**
   * What the console was told, errors and refusals of the security policy with it, since the last
   * navigation; in WebKit since its end.
   */
  messages(): Promise<string[]>;
}

/** https://www.w3.org/TR/webdriver2/#actions */
export interface ActionSource {
  type: 'key' | 'pointer';
  id: string;
  actions: object[];
}

export interface BrowserSettings {
  colorScheme?: 'light' | 'dark';
  reducedMotion?: boolean;
  javaScript?: boolean;
}

/** No request leaves this machine: the image host is as one that does not answer. */
export const offlineProxy = {
  proxyType: 'manual',
  httpProxy: '127.0.0.1:9',
  sslProxy: '127.0.0.1:9',
  noProxy: ['127.0.0.1'],
};
