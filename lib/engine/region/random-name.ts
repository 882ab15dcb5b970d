/** 128 random bits in hexadecimal. `random` returns a number in [0, 1). */
export function randomName(random: () => number): string {
  const digits = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16));
  return digits.join('');
}
