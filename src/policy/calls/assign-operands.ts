import type { OperandSlot } from "../programs/compile-description.js";

/**
 * Which operand fills which slot, from the front and from the back, the repeated slot in between. An operand that stands
 * for any number of words gets every slot that one of them could fill; one that fits nowhere gets none.
 */
export function assignOperands<Operand>(
  slots: readonly OperandSlot[],
  operands: readonly Operand[],
  isSeveral: (operand: Operand) => boolean,
): readonly { readonly operand: Operand; readonly kinds: readonly OperandSlot[] }[] {
  const middle = slots.findIndex(({ times }) => times === "many" || times === "some");
  const front = middle === -1 ? slots : slots.slice(0, middle);
  const back = middle === -1 ? [] : slots.slice(middle + 1);
  const repeated = middle === -1 ? [] : slots.slice(middle, middle + 1);
  const firstSeveral = operands.findIndex(isSeveral);
  const lastSeveral = operands.findLastIndex(isSeveral);
  return operands.map((operand, index) => {
    const fromEnd = operands.length - 1 - index;
    if (firstSeveral === -1) {
      // The front is filled before the back gets any.
      if (index < front.length) return { operand, kinds: front.slice(index, index + 1) };
      const fromBack = fromEnd < back.length ? back.slice(back.length - 1 - fromEnd).slice(0, 1) : repeated;
      return { operand, kinds: fromBack };
    }
    const mayBeFront = index < firstSeveral ? front.slice(index, index + 1) : front.slice(firstSeveral);
    if (index < firstSeveral && mayBeFront.length > 0) return { operand, kinds: mayBeFront };
    const mayBeBack =
      index > lastSeveral
        ? fromEnd < back.length
          ? back.slice(back.length - 1 - fromEnd).slice(0, 1)
          : []
        : back.slice(0, Math.max(0, back.length - (operands.length - 1 - lastSeveral)));
    const isSurelyBack = index > lastSeveral && mayBeBack.length > 0;
    return {
      operand,
      kinds: isSurelyBack ? mayBeBack : [...new Set([...mayBeFront, ...repeated, ...mayBeBack])],
    };
  });
}
