"""One client for language models: any OpenAI-compatible server, or replies from a folder."""

from stab.model.budget import Budget
from stab.model.opening import ModelChoice, open_model
from stab.model.protocol import Model, Parameters

__all__ = ["Budget", "Model", "ModelChoice", "Parameters", "open_model"]
