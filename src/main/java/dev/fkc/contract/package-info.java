/**
 * Kernel contracts as typed, immutable records, each with the place it came from, and the rules
 * that a contract must keep (format §3 to §10).
 */
@NullMarked
package dev.fkc.contract;

import org.jspecify.annotations.NullMarked;
