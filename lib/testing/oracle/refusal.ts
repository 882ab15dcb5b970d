/** The refusal of an operation: no part of the operation is applied. Its name is the class of the error. */
export class Refusal extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

export function refuse(name: string, message: string): never {
  throw new Refusal(name, message);
}
