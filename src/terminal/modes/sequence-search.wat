;; The inner loop of sequence-search.ts, which says what it is for. `npm run build:wasm` makes sequence-search-wasm.ts of it.
(module
  ;; The bytes to be searched stand at 0.
  (memory (export "memory") 2)

  ;; Where the codes of the last colours begin and end that were passed by, as two numbers; 0 where there were none.
  (global $colours i32 (i32.const 0x1fff0))

  ;; The place of the next SO, SI or ESC of a sequence that may leave something on; -1 where there is none before `end`.
  (func (export "next") (param $at i32) (param $end i32) (result i32)
    (local $sixteen v128)
    (local $found i32)
    (local $to i32)
    (local $byte i32)
    (i64.store (global.get $colours) (i64.const 0))
    (loop $search
      ;; Sixteen bytes at a time; what lies past the end is looked at and not taken.
      (loop $ahead
        (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const -1))))
        (local.set $sixteen (v128.load (local.get $at)))
        (local.set $found
          (i8x16.bitmask
            (v128.or
              (i8x16.eq (local.get $sixteen) (i8x16.splat (i32.const 0x1b)))
              ;; 0x0e is SO, 0x0f is SI.
              (i8x16.eq
                (v128.and (local.get $sixteen) (i8x16.splat (i32.const 0xfe)))
                (i8x16.splat (i32.const 0x0e))))))
        (if (i32.eqz (local.get $found))
          (then
            (local.set $at (i32.add (local.get $at) (i32.const 16)))
            (br $ahead))))
      (local.set $at (i32.add (local.get $at) (i32.ctz (local.get $found))))
      (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const -1))))

      ;; Whatever does not begin with ESC [ is read by the caller.
      (if (i32.ne (i32.load16_u (local.get $at)) (i32.const 0x5b1b)) (then (return (local.get $at))))
      (local.set $to (i32.add (local.get $at) (i32.const 2)))
      ;; Digits, colons and semicolons: 0x30 to 0x3b.
      (loop $parameters
        (local.set $byte (i32.load8_u (local.get $to)))
        (if (i32.lt_u (i32.sub (local.get $byte) (i32.const 0x30)) (i32.const 12))
          (then
            (local.set $to (i32.add (local.get $to) (i32.const 1)))
            (br $parameters))))
      (if (i32.ge_u (local.get $to) (local.get $end)) (then (return (local.get $at))))

      ;; One bit for each final character from @ to ~: after those of h, l, n, p, q, r and u something may stay on.
      (local.set $byte (i32.sub (local.get $byte) (i32.const 0x40)))
      (if (i32.gt_u (local.get $byte) (i32.const 62)) (then (return (local.get $at))))
      (if (i64.eqz
            (i64.and
              (i64.shr_u (i64.const 0x7fd8aeffffffffff) (i64.extend_i32_u (local.get $byte)))
              (i64.const 1)))
        (then (return (local.get $at))))
      ;; m
      (if (i32.eq (local.get $byte) (i32.const 0x2d))
        (then
          (i32.store (global.get $colours) (i32.add (local.get $at) (i32.const 2)))
          (i32.store offset=4 (global.get $colours) (local.get $to))))
      (local.set $at (i32.add (local.get $to) (i32.const 1)))
      (br $search))
    unreachable))
