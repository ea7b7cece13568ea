import type { DatabaseSync, StatementSync } from "node:sqlite";

/** A value in a row. */
export type SqlValue = string | number | bigint | null;

/** The prepared statements of a database: each text is compiled once. */
export class Statements {
  readonly #db: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  /** Works on a prepared database. */
  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** The first row of a query; absent without rows. */
  row(sql: string, ...values: SqlValue[]): Record<string, unknown> | undefined {
    return this.#statement(sql).get(...values);
  }

  /** All rows of a query. */
  rows(sql: string, ...values: SqlValue[]): Record<string, unknown>[] {
    return this.#statement(sql).all(...values);
  }

  /** Changes rows, and tells how many. */
  change(sql: string, ...values: SqlValue[]): number {
    return Number(this.#statement(sql).run(...values).changes);
  }

  /** Adds a row, and tells its number. */
  insert(sql: string, ...values: SqlValue[]): number {
    return Number(this.#statement(sql).run(...values).lastInsertRowid);
  }

  #statement(sql: string): StatementSync {
    let statement = this.#prepared.get(sql);
    if (!statement) this.#prepared.set(sql, statement = this.#db.prepare(sql));
    return statement;
  }
}
