/** Takes out what a test provokes the browser to say, and leaves the rest to fail the test. */
export function forgive(consoleMessages: string[], expected: RegExp) {
  const others = consoleMessages.filter((message) => !expected.test(message));
  consoleMessages.splice(0, Infinity, ...others);
}
