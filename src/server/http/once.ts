/** Creates a value when it is first needed. */
export function once<Value>(create: () => Value): () => Value {
  let created: { value: Value } | undefined;
  return () => {
    created ??= { value: create() };
    return created.value;
  };
}
