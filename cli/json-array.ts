/** An array in JSON, in parts: one item a line, each as `toJson` makes it. */
export async function* asJsonArray<Item>(
  items: AsyncIterable<Item>,
  toJson: (item: Item) => unknown = (item) => item,
): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const item of items) {
    yield `${separator}${JSON.stringify(toJson(item))}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
