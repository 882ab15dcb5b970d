import { describe, expect, it } from 'vitest';
import { createFakeGateway } from '../fake-gateway.js';
import { callOf } from '../send-call.js';
import { answersOf, comparedCalls, realAnswers } from './compared-answers.js';

describe('the fake gateway', () => {
  it('answers as a real one did, except where it is known to differ', async () => {
    const gateway = await createFakeGateway();
    const calls = comparedCalls();
    const answers = await answersOf(callOf(gateway.fetch), calls);
    await gateway.close();
    const real = realAnswers();
    expect(real).toHaveLength(calls.length);
    const same = calls.flatMap(({ method, differs }, index) => (differs === null ? [`${index} ${method}`] : []));
    const textOf = (all: readonly string[]) => same.map((call) => `${call}: ${all[Number.parseInt(call, 10)]}`);
    expect(textOf(answers)).toEqual(textOf(real));
    const different = calls.filter((_, index) => answers[index] !== real[index]).map(({ differs }) => differs);
    expect(different).toEqual(calls.map(({ differs }) => differs).filter((differs) => differs !== null));
  });
});
